// Runs before the first paint, so that a chosen scheme never flashes the other one. See client/color-scheme.ts.
(() => {
  const isAlwaysDark = location.pathname === '/login';
  const chosen = isAlwaysDark ? 'dark' : choice();
  const system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : system;
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);

  function choice() {
    try {
      return localStorage.getItem('barre.color-scheme');
    } catch {
      return null;
    }
  }
})();
