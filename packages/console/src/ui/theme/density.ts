/** How much room rows and controls take. */
export type Density = 'compact' | 'comfortable'
