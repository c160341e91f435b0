// The script that frees the boxes of groups that have left the screen.

// The browser keeps the boxes of all that it has laid out once, and moves their memory in one task. A group
// that is hidden for a moment loses its boxes. It gets new ones when it comes near the window.
document.addEventListener("contentvisibilityautostatechange", ({ target: group, skipped }) => {
  if (!skipped || group.hidden || !group.matches(".group")) return;
  group.hidden = true;
  // The browser reads the style now. It lays out nothing before the next line, so the group keeps its height.
  getComputedStyle(group).display;
  group.hidden = false;
});
