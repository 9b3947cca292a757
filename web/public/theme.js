// Before the first paint: a theme chosen on the account page. Without one, the system decides (tokens.css).
try {
  const chosen = localStorage.getItem('cuebook.theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Storage is blocked: follow the system.
}
