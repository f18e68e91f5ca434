/** The product's mark: a dancer at the barre. Decorative, the name stands beside it. */
export function BarreMark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#6d28d9" />
      <g fill="none" stroke="#fff" strokeLinecap="round" strokeWidth="2.5">
        <path d="M6 21h20" />
        <path d="M10 26v-5c0-5 3.5-8.5 12.5-9" />
      </g>
      <circle cx="12.5" cy="8.5" r="2.5" fill="#fff" />
    </svg>
  );
}
