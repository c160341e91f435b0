// The script that makes the images of cards when they come near the window, and frees the boxes of groups that
// have left it.

// Until then, the images are the text of a noscript element, which costs no elements.
function makeImages(card) {
  const text = card?.querySelector(":scope > noscript");
  if (!text) return;
  const made = make("template");
  // Elements in a part of the preview that is not on the page yet, else text.
  made.innerHTML = text.innerHTML;
  cardsNear.unobserve(card);
  text.replaceWith(made.content);
  colorAll(card);
  card.shownTheme = null;
  showTheme(card);
}
const deferred = () => [...document.querySelectorAll(".card > noscript")];
const cardsNear = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) if (isIntersecting) makeImages(target);
}, { rootMargin: "600px" });
const observe = () => { for (const it of deferred()) cardsNear.observe(it.parentElement); };
document.addEventListener("preview:change", observe);
observe();
addEventListener("beforeprint", () => { for (const it of deferred()) makeImages(it.parentElement); });
/** Makes the images of the card that has the place of the address: a scale, or the tile of a theme. */
function makePlace() {
  const name = decodeURIComponent(location.hash.slice(1));
  const card = document.getElementById(name.replace(/^:tile\/[^/]*\/|@\dx$/g, ""));
  if (document.getElementById(name) || !card) return;
  makeImages(card);
  location.replace(location.hash);
}

// The browser keeps the boxes of all that it has laid out once, and moves their memory in one task. A group
// that is hidden for a moment loses its boxes. It gets new ones when it comes near the window.
document.addEventListener("contentvisibilityautostatechange", ({ target: group, skipped }) => {
  if (!skipped || group.hidden || !group.matches(".group")) return;
  group.hidden = true;
  // The browser reads the style now. It lays out nothing before the next line, so the group keeps its height.
  getComputedStyle(group).display;
  group.hidden = false;
});
