// The script of the switch of themes. The choice is kept in the address, so that it can be reloaded and shared.

"use strict";
document.documentElement.classList.add("js");

function chosenTheme() { return new URLSearchParams(location.search).get("theme") ?? ""; }
function showTheme() {
  const themes = [...document.querySelectorAll("input[name=theme]")];
  const theme = themes.some((it) => it.value === chosenTheme()) ? chosenTheme() : "";
  for (const input of themes) input.checked = input.value === theme;
  for (const phone of document.querySelectorAll(".phone")) {
    phone.hidden = theme !== "" && phone.dataset.themes !== theme;
  }
  document.documentElement.classList.toggle("one", theme !== "");
  document.getElementById(":theme-switch")?.removeAttribute("hidden");
}
document.addEventListener("change", ({ target }) => {
  if (target.name !== "theme") return;
  const address = new URL(location.href);
  if (target.value) address.searchParams.set("theme", target.value); else address.searchParams.delete("theme");
  history.replaceState(null, "", address);
  showTheme();
});
document.addEventListener("preview:change", showTheme);
showTheme();
