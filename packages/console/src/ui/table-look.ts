const cell = {
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  boxSizing: 'border-box',
  minWidth: 0,
  height: 'var(--row)',
  px: '10px',
  overflow: 'hidden',
  whiteSpace: 'nowrap',
  fontWeight: 'inherit',
  textAlign: 'start',
  '& > *': { minWidth: 0 },
  '&[data-numeric="true"]': { justifyContent: 'flex-end' },
  '&[data-control]': { px: 0, justifyContent: 'center' },
  '&:focus-visible': { outline: '2px solid var(--ui-palette-primary-main)', outlineOffset: -2 },
}

/** The arrow stands beside the title while it sorts, and pales in where a pointer offers it. */
const sortButton = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  flexGrow: 1,
  height: '100%',
  p: 0,
  border: 0,
  bgcolor: 'transparent',
  color: 'inherit',
  font: 'inherit',
  cursor: 'pointer',
  '&:focus-visible': { outlineOffset: -2 },
  '& svg': { flexShrink: 0, fontSize: '1.125rem', opacity: 0, transition: 'opacity 200ms' },
  '@media (hover: hover)': { '&:hover svg': { opacity: 0.78 } },
  '&:focus-visible svg': { opacity: 0.78 },
}

/** Below the title of its column: no row of the head is higher for it. */
const zone = {
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  fontSize: '0.6875rem',
  fontWeight: 400,
}

/** The line between two heads, and the room around it that a pointer can take hold of. */
const edge = {
  position: 'absolute',
  insetBlock: 0,
  right: 0,
  width: 10,
  cursor: 'col-resize',
  touchAction: 'none',
  '&::after': {
    content: '""',
    position: 'absolute',
    right: 0,
    insetBlock: 'calc(50% - 12px)',
    width: '1px',
    bgcolor: 'divider',
  },
  '@media (hover: none)': { width: 24 },
  '&:hover::after, &:active::after': { width: 2, insetBlock: 0, bgcolor: 'primary.main' },
}

const progress = {
  position: 'absolute',
  zIndex: 3,
  top: 'calc(var(--row) - 1px)',
  insetInline: 0,
  height: 3,
  overflow: 'hidden',
  bgcolor: 'soft.brand',
  pointerEvents: 'none',
  '&::before': {
    content: '""',
    position: 'absolute',
    insetBlock: 0,
    width: '40%',
    bgcolor: 'primary.main',
    animation: 'ui-table-on-the-way 1.4s ease-in-out infinite',
  },
  '@keyframes ui-table-on-the-way': { from: { left: '-40%' }, to: { left: '100%' } },
}

/** On a telephone the name of a row stays while the rest scrolls by. */
const staying = {
  '@media (max-width: 639.95px)': {
    position: 'sticky',
    left: 0,
    zIndex: 1,
    bgcolor: 'inherit',
    borderRight: '1px solid var(--ui-palette-divider)',
  },
}

/**
 * Grows with its rows up to the window, then scrolls under its own header. Where the page gives it a
 * height (`--list-height: none`), it takes what is left of that.
 */
export const tableLook = {
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  minHeight: 0,
  '& [data-scroller]': {
    overflow: 'auto',
    maxHeight: 'var(--list-height, max(320px, calc(100dvh - 268px)))',
    // What the keyboard comes to is not hidden by what stays (WCAG 2.2, 2.4.11).
    scrollPaddingTop: 'var(--row)',
  },
  '& table': { display: 'block', width: '100%', fontSize: '0.8125rem' },
  '& thead': { display: 'block', position: 'sticky', top: 0, zIndex: 2 },
  '& tbody': { display: 'block' },
  '& tr': { display: 'grid', gridTemplateColumns: 'var(--tracks)', bgcolor: 'background.paper' },
  '& thead tr': {
    bgcolor: 'surface.panel',
    fontSize: '0.75rem',
    fontWeight: 560,
    color: 'text.secondary',
  },
  '& th, & td': cell,
  '& thead th': { borderBottom: '1px solid var(--ui-palette-divider)' },
  '& tbody tr + tr > *': { borderTop: '1px solid var(--ui-palette-divider)' },
  '& [data-opens="true"] tbody tr': { cursor: 'pointer' },
  '@media (hover: hover)': { '& tbody tr:hover': { bgcolor: 'surface.sunken' } },
  '& tbody tr[aria-selected="true"]': { '&, &:hover': { bgcolor: 'soft.brand' } },
  '& [data-control]': { userSelect: 'none' },
  '& [data-text]': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '& thead [data-text]': { lineHeight: 1.25 },
  '& [data-zone]': zone,
  '& th > button': sortButton,
  '& [data-numeric="true"] > button': { flexDirection: 'row-reverse' },
  '& [aria-sort$="ending"] > button svg': { opacity: 1 },
  '& [aria-sort="descending"] > button svg': { transform: 'rotate(180deg)' },
  '& [data-edge]': edge,
  '& th:last-child > [data-edge]:not(:hover, :active)::after': { bgcolor: 'transparent' },
  '& [role="progressbar"]': progress,
  '& th[scope="row"], & thead th:not([data-control]):nth-of-type(-n + 2)': staying,
} as const
