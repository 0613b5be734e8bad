/** Dots an inch of the printers; a drawing is made in dots. */
const dotsPerInch = 300

const mmPerInch = 25.4
const pointsPerInch = 72

export const dotsOf = (mm: number): number => (mm * dotsPerInch) / mmPerInch
export const mmOfDots = (dots: number): number => (dots * mmPerInch) / dotsPerInch
export const mmOfPoints = (points: number): number => (points * mmPerInch) / pointsPerInch
export const mmOfInches = (inches: number): number => inches * mmPerInch
export const inchesOfMm = (mm: number): number => mm / mmPerInch

/** A thousandth of a millimetre is finer than any printer: what is kept and compared. */
export const roundMm = (mm: number): number => Math.round(mm * 1000) / 1000 + 0

/** A number as drawings write it: three places, none of them for nothing. */
export const written = (value: number): string => String(Math.round(value * 1000) / 1000 + 0)
