// The script of the choices of themes, one for each axis. They are kept in the address, so that it can be reloaded and
// shared.

"use strict";
document.documentElement.classList.add("js");

/** Shows the screens of the chosen themes. The default theme stands for none of its axis. */
function showThemes() {
  const wanted = new URLSearchParams(location.search);
  const choices = [...document.querySelectorAll(".switches select")].map((it) => {
    const values = [...it.options].map((option) => option.value), name = wanted.get(it.name);
    it.value = values.includes(name) ? name : "";
    return { chosen: it.value, others: values.filter((value) => value && value !== "default") };
  });
  for (const phone of document.querySelectorAll(".phone")) {
    const themes = phone.dataset.themes.split(" ");
    phone.hidden = !choices.every(({ chosen, others }) => !chosen || (chosen === "default"
      ? !others.some((it) => themes.includes(it)) : themes.includes(chosen)));
  }
  document.documentElement.classList.toggle("one", choices.every(({ chosen }) => chosen));
  document.getElementById(":theme-switch")?.removeAttribute("hidden");
}
document.addEventListener("change", ({ target }) => {
  const address = new URL(location.href);
  address.search = new URLSearchParams([...new FormData(target.form)].filter(([, value]) => value));
  history.replaceState(null, "", address);
  showThemes();
});
document.addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("preview:change", showThemes);
showThemes();
