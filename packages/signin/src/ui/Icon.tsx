/** Drawn on a field of 24 by 24, in lines of one width. */
const shapes = {
  password: ['M7 11V8a5 5 0 0 1 10 0v3', 'M5.5 11h13v9h-13z', 'M12 14.6v2'],
  token: ['M8 3h8v18H8z', 'M11 18h2'],
  otp: ['M3.5 6h17v12.5h-17z', 'm3.8 6.6 8.2 6.2 8.2-6.2'],
  passkey: [
    'M9.5 11.5a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5Z',
    'M3 20c0-3.3 2.9-5.4 6.5-5.4 1 0 2 .2 2.9.5',
    'M17.5 15.8a2.9 2.9 0 1 0-1.6 0V20l1.2 1.2 1.6-1.6-1.2-1.2 1.2-1.2z',
  ],
  recovery: [
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
    'M12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Z',
    'm5.7 5.7 3.8 3.8m5 5 3.8 3.8m0-12.6-3.8 3.8m-5 5-3.8 3.8',
  ],
  grid: ['M3.5 6h17v12h-17z', 'M3.5 10h17M3.5 14h17M9 6v12M14.8 6v12'],
  upstream: ['M14 4h5.5v16H14', 'M4.5 12h10m-3.8-4 4 4-4 4'],
  back: ['m14.5 6-6 6 6 6'],
  forward: ['m9.5 6 6 6-6 6'],
  show: [
    'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z',
    'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  ],
  hide: [
    'M4 4l16 16',
    'M9.9 5.7c.7-.1 1.4-.2 2.1-.2 6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.7 3.4M6.3 7.3A16 16 0 0 0 2.5 12S6 18.5 12 18.5c1.7 0 3.2-.5 4.5-1.2',
    'M9.9 9.9a3 3 0 0 0 4.2 4.2',
  ],
  met: ['m5 12.5 4.5 4.5L19 7.5'],
  open: ['M12 17a5 5 0 1 0 0-10 5 5 0 0 0 0 10Z'],
  warning: ['M12 4 2.8 20h18.4z', 'M12 10v4.5m0 2.6v.1'],
  language: [
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
    'M3.2 12h17.6M12 3c-5 5.5-5 12.5 0 18 5-5.5 5-12.5 0-18Z',
  ],
  offline: [
    'M4 4l16 16',
    'M12 18.5v.1',
    'M8.5 14.5a5 5 0 0 1 5-1.2M5 10.8a10 10 0 0 1 3-2M12 7.5c2.7 0 5.2 1.1 7 3.2',
  ],
} as const

export type IconName = keyof typeof shapes

/** A picture beside a text that says the same: hidden from screen readers. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    {shapes[name].map((path) => (
      <path key={path} d={path} />
    ))}
  </svg>
)
