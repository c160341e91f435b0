/// The script that keeps a page current. It follows the scripts of the page and uses their names where they exist.
enum LiveScript {
    static let text: StaticString = #"""

        const folder = location.pathname.replace(/[^/]*$/, ""), pageName = location.pathname.slice(folder.length);
        const live = document.getElementById(":live");
        let revision = Number(live.dataset.revision);
        function show(state, words) { live.dataset.state = state; live.querySelector("output").textContent = words; }

        // ---- changes of the page

        const kept = (node) => node.nodeType === 1 && node.dataset.keep;
        const keyOf = (node) => node.nodeType === 1 ? kept(node) || node.id : "";
        const ownClasses = ["current"];
        function copyAttributes(old, fresh) {
          for (const { name } of [...old.attributes]) {
            // The scripts of the page set these.
            if (["hidden", "open", "tabindex"].includes(name)) continue;
            if (!fresh.hasAttribute(name)) old.removeAttribute(name);
          }
          const own = ownClasses.filter((it) => old.classList.contains(it));
          for (const { name, value } of fresh.attributes) {
            if (name !== "hidden" && old.getAttribute(name) !== value) old.setAttribute(name, value);
          }
          old.classList.add(...own);
        }
        /** Makes an element like a fresh one. What is the same in both stays, with its focus, selection and scroll. */
        function morph(old, fresh) {
          if (old.nodeType !== 1) {
            if (old.data !== fresh.data) old.data = fresh.data;
            return;
          }
          copyAttributes(old, fresh);
          const keys = new Set([...fresh.childNodes].map(keyOf).filter(Boolean));
          const known = new Map([...old.children].filter((it) => it.id).map((it) => [it.id, it]));
          let next = old.firstChild;
          const skipGone = () => {
            while (next && (next.isOwn || keyOf(next) && !keys.has(keyOf(next)))) {
              const gone = next;
              next = next.nextSibling;
              if (!gone.isOwn) gone.remove();
            }
          };
          for (const node of [...fresh.childNodes]) {
            skipGone();
            const key = keyOf(node);
            let target = node;
            if (key) target = known.get(key) ?? node;
            else if (next && !keyOf(next) && next.nodeName === node.nodeName) target = next;
            if (target !== node && !kept(node)) morph(target, node);
            if (target === next) next = next.nextSibling; else old.insertBefore(target, next);
          }
          while (next) {
            const gone = next;
            next = next.nextSibling;
            if (!gone.isOwn) gone.remove();
          }
        }
        // The other scripts have made these.
        for (const button of document.querySelectorAll(".help-link > button")) button.isOwn = true;
        function parsed(markup) {
          const template = document.createElement("template");
          template.innerHTML = markup;
          return template.content.firstElementChild;
        }
        /** Runs a change while what is at the upper edge of the window stays there. */
        function inPlace(change) {
          const top = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
          const anchor = scrollY > 0 && document.elementsFromPoint(innerWidth / 2, Math.max(top, 0) + 2)
            .map((it) => it.closest("[id]")).find((it) => it && it.id !== ":page");
          const before = anchor && anchor.getBoundingClientRect().top;
          change();
          if (anchor?.isConnected) {
            const moved = anchor.getBoundingClientRect().top - before;
            if (Math.abs(moved) > 1) scrollBy({ top: moved, behavior: "instant" });
          }
        }
        /** Tells the other scripts of the page what has changed. */
        function refresh(changed) {
          if (typeof items !== "undefined") {
            const selected = items[current];
            items.splice(0, items.length, ...document.querySelectorAll(".item"));
            groups.splice(0, groups.length, ...document.querySelectorAll(".group"));
            current = items.indexOf(selected);
            for (const element of changed) {
              for (const item of [element.closest(".item"), ...element.querySelectorAll(".item")]) {
                if (item) { item.words = undefined; item.shownTheme = null; }
              }
            }
            if (filter && document.documentElement.classList.contains("filtered")) applyFilter();
          }
          if (typeof viewer !== "undefined" && viewer.open) {
            const { mode, zoom, index } = view;
            if (!view.row.isConnected || !view.row.querySelector("img")) viewer.close();
            else if (changed.some((it) => it.contains(view.row) || view.row.contains(it))) {
              openViewer(view.row, null);
              Object.assign(view, { mode, zoom, index: Math.min(index, view.shots.length - 1) });
              draw();
            }
          }
          document.dispatchEvent(new CustomEvent("preview:change"));
        }
        function apply(patches) {
          const changed = [];
          inPlace(() => {
            for (const [id, markup] of patches) {
              const old = document.getElementById(id);
              if (!old) continue;
              morph(old, parsed(markup));
              changed.push(old);
            }
          });
          refresh(changed);
        }
        let loading = null;
        /** Reads the whole page again, after missed or large changes. */
        function reload() {
          loading ??= (async () => {
            try {
              const response = await fetch(pageName || "./", { cache: "no-store" });
              if (!response.ok) throw new Error(String(response.status));
              const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
              const page = document.getElementById(":page");
              inPlace(() => morph(page, fresh.getElementById(":page")));
              revision = Number(fresh.getElementById(":live").dataset.revision);
              refresh([page]);
            } finally { loading = null; }
          })();
          return loading.catch(() => {});
        }
        async function receive(message) {
          if (message.revision <= revision) return;
          const patches = message.pages?.[pageName];
          if (patches && message.revision === revision + 1 && !loading) {
            revision = message.revision;
            apply(patches);
          } else {
            // A page that was asked for before the message can be older than it.
            for (let count = 0; revision < message.revision && count < 5; count += 1) await reload();
          }
          live.dataset.revision = revision;
          show("live", `Updated ${new Date().toLocaleTimeString()}`);
        }

        // ---- one stream for all tabs: a browser opens at most six connections to a server

        const channel = new BroadcastChannel(`themepack${folder}`);
        channel.onmessage = ({ data }) => take(data);
        function take(message) {
          if (message.state) show(...message.state); else receive(message);
        }
        function pass(message) { channel.postMessage(message); take(message); }
        function listen() {
          return new Promise(() => {
            const events = new EventSource("events");
            let delay = null;
            events.onopen = () => { clearTimeout(delay); delay = null; pass({ state: ["live", "Live"] }); };
            events.onmessage = ({ data }) => pass(JSON.parse(data));
            events.onerror = () => {
              const ended = () => pass({ state: ["ended", "The preview has ended. Start themepack preview again."] });
              // The browser tries again every few seconds, each time with an error.
              if (events.readyState === EventSource.CLOSED) ended(); else delay ??= setTimeout(ended, 4000);
            };
            addEventListener("pagehide", () => events.close());
          });
        }
        addEventListener("pageshow", ({ persisted }) => { if (persisted) location.reload(); });
        // The tab that has the lock has the stream; when it closes, the next one gets both.
        if (navigator.locks) navigator.locks.request(`themepack${folder}`, listen); else listen();

        """#
}
