/** Spec §2: what the page shows while the sign-in state loads. `scripts/shells.mjs` puts the same into the pages. */
export function StartingUp() {
  return (
    <p className="starting-up" role="status">
      Loading Application...
    </p>
  );
}
