// The script that keeps a page current. It comes after the page's other scripts, and uses their functions if they
// exist.

const folder = location.pathname.replace(/[^/]*$/, ""), pageName = location.pathname.slice(folder.length);
const live = document.getElementById(":live");
let revision = Number(live.dataset.revision);
/** Says how the connection is, and the verdict, which leads to the first finding. */
function show(state, words) {
  live.dataset.state = state;
  const { state: text, kinds, place } = document.getElementById(":page").dataset;
  const verdict = document.createElement(place ? "a" : "span");
  Object.assign(verdict, { textContent: text, className: `light ${kinds}` }, place && { href: place });
  live.querySelector("output").replaceChildren(words, ...state === "live" ? [" · ", verdict] : []);
}

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
let hasNewElements = false;
/** Makes an element like a fresh one. What is the same in both stays, with its focus, selection and scroll. */
function morph(old, fresh) {
  if (old.nodeType !== 1) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  if (fresh.nodeName === "NOSCRIPT") { old.textContent = fresh.innerHTML; return; }
  // The images of the old card are elements already.
  const isDeferred = (card) => card.matches(".card:has(> noscript)");
  if (isDeferred(fresh) && !isDeferred(old)) makeImages(fresh);
  copyAttributes(old, fresh);
  const keys = new Set([...fresh.childNodes].map(keyOf).filter(Boolean));
  const known = new Map([...old.children].filter((it) => it.id).map((it) => [it.id, it]));
  let next = old.firstChild;
  const skipGone = () => {
    while (next && keyOf(next) && !keys.has(keyOf(next))) {
      const gone = next;
      next = next.nextSibling;
      remove(gone);
    }
  };
  for (const node of [...fresh.childNodes]) {
    skipGone();
    const key = keyOf(node);
    let target = node;
    if (key) target = known.get(key) ?? node;
    else if (next && !keyOf(next) && next.nodeName === node.nodeName) target = next;
    if (target !== node && !kept(node)) morph(target, node);
    // A section that has moved down passes the next one, which keeps its focus.
    if (target !== next && next && keyOf(next) && next.nextElementSibling === target) {
      const passing = next;
      next = target;
      old.insertBefore(passing, target.nextSibling);
    }
    if (target === next) { next = next.nextSibling; continue; }
    old.insertBefore(target, next);
    if (target.nodeType === 1) hasNewElements = true;
  }
  while (next) {
    const gone = next;
    next = next.nextSibling;
    remove(gone);
  }
}
function remove(node) { node.remove(); if (node.nodeType === 1) hasNewElements = true; }
function parsed(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  return template.content.firstElementChild;
}
/** Runs a change. The focused item, or else the element at the upper edge of the window, keeps its place. */
function inPlace(change) {
  const top = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
  const focused = document.activeElement?.closest(".item"), place = focused?.getBoundingClientRect();
  const isShown = place && place.bottom > top && place.top < innerHeight;
  const found = scrollY > 0 && document.elementFromPoint(innerWidth / 2, Math.max(top, 0) + 2);
  const anchor = found && (isShown ? focused : found.closest("[id]:not([id=':page'])"));
  const before = anchor && anchor.getBoundingClientRect().top;
  change();
  if (anchor?.isConnected) {
    const moved = anchor.getBoundingClientRect().top - before;
    if (Math.abs(moved) >= 1) scrollBy({ top: moved, behavior: "instant" });
  }
}
/** Notifies the other scripts of the page. */
function refresh(changed) {
  document.title = document.getElementById(":page").dataset.title;
  if (typeof items !== "undefined") {
    if (hasNewElements) {
      const selected = items[current];
      items.splice(0, items.length, ...document.querySelectorAll(".item"));
      groups.splice(0, groups.length, ...document.querySelectorAll(".group"));
      current = items.indexOf(selected);
    }
    hasNewElements = false;
    for (const element of changed) {
      for (const item of [element.closest(".item"), ...element.querySelectorAll(".item")]) {
        if (item) { item.words = undefined; item.shownTheme = null; }
      }
    }
    applyFilter();
  }
  if (typeof viewer !== "undefined" && viewer.open) updateViewer();
  document.dispatchEvent(new CustomEvent("preview:change"));
}
/** Loads images before they are shown, so that they are on the screen with the first frame. */
async function preload(elements) {
  const images = elements.flatMap((it) => [...it.querySelectorAll("img, image")]).slice(0, 64);
  const sources = new Set(images.map((it) => it.getAttribute("src") ?? it.getAttribute("href")));
  const loads = [...sources].map((src) => Object.assign(new Image(), { src }).decode());
  await Promise.race([Promise.allSettled(loads), new Promise((go) => setTimeout(go, 200))]);
}
/** Returns whether the page has all elements that change. */
async function apply(patches) {
  const changes = patches.map(([id, markup]) => [document.getElementById(id), parsed(markup)]);
  if (!changes.every(([old]) => old)) return false;
  await preload(changes.map(([, fresh]) => fresh));
  inPlace(() => { for (const [old, fresh] of changes) morph(old, fresh); });
  refresh(changes.map(([old]) => old));
  return true;
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
      hasNewElements = true;
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
  if (patches && message.revision === revision + 1 && await apply(patches)) {
    revision = message.revision;
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
// One message after the other, because each waits for images.
let received = Promise.resolve();
function take(message) {
  received = received.then(() => message.state ? show(...message.state) : receive(message))
    // The next messages must be received all the same.
    .catch((error) => { console.error(error); return reload(); });
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
