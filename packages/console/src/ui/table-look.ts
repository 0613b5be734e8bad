/** Grows with its rows up to the window, then scrolls under its own header. */
export const tableLook = {
  display: 'flex',
  flexDirection: 'column',
  maxHeight: 'max(320px, calc(100dvh - 268px))',
  '& .MuiDataGrid-root': {
    '--DataGrid-t-color-border-base': 'var(--ui-palette-divider)',
    border: 'none',
    borderRadius: 0,
    fontSize: '0.8125rem',
    bgcolor: 'transparent',
  },
  '& .MuiDataGrid-columnHeaders': { bgcolor: 'surface.panel' },
  '& .MuiDataGrid-columnHeader': { bgcolor: 'surface.panel' },
  '& .MuiDataGrid-columnHeaderTitle': {
    fontWeight: 560,
    fontSize: '0.75rem',
    color: 'text.secondary',
  },
  '& .MuiDataGrid-row': { cursor: 'pointer' },
  '& .MuiDataGrid-row:hover': { bgcolor: 'surface.sunken' },
  // Named twice: the grid's own colour under the pointer leaves too little contrast.
  '& .MuiDataGrid-root .MuiDataGrid-row.Mui-selected': { '&, &:hover': { bgcolor: 'soft.brand' } },
  '& .MuiDataGrid-cell': { display: 'flex', alignItems: 'center', minWidth: 0, outlineOffset: -2 },
  '& .MuiDataGrid-cell > *': { minWidth: 0 },
  '& .MuiDataGrid-cell:focus, & .MuiDataGrid-cell:focus-within': { outline: 'none' },
  '& .MuiDataGrid-cell:focus-visible': { outline: '2px solid var(--ui-palette-primary-main)' },
  '& .MuiDataGrid-columnSeparator': { color: 'divider' },
} as const
