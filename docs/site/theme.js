/* Before anything is painted: the theme that was chosen in the dashboard, else the system's. Swagger UI follows the class. */
const system = matchMedia('(prefers-color-scheme: dark)');
const chosen = () => {
  try {
    return localStorage.getItem('mantine-color-scheme-value');
  } catch {
    return null;
  }
};
const draw = () =>
  document.documentElement.classList.toggle(
    'dark-mode',
    chosen() === 'dark' || (chosen() !== 'light' && system.matches),
  );
draw();
system.addEventListener('change', draw);
