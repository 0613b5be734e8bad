import type { DeviceAttribute, DevicePlatform } from '@signet/rules/device-fingerprint'

interface Hinted {
  readonly userAgentData?: { readonly mobile?: boolean; readonly platform?: string }
  readonly deviceMemory?: number
}

const isHinted = (value: Navigator): value is Navigator & Hinted => value === navigator

const hints = (): Hinted => (isHinted(navigator) ? navigator : {})

export const devicePlatform = (): DevicePlatform => {
  const isMobile = hints().userAgentData?.mobile ?? /Mobi|Android|iPad/.test(navigator.userAgent)
  return isMobile ? 'mobile' : 'desktop'
}

/** Versions come and go every few weeks: a browser stays itself without its numbers. */
const browser = (): string => navigator.userAgent.replaceAll(/\d+(?:[._]\d+)*/g, '')

const sides = ({ width, height }: Screen): string =>
  [width, height].toSorted((one, other) => one - other).join('x')

/** The name of the graphics card as the browser tells it; empty where it does not. */
const graphics = (): string => {
  const canvas = document.createElement('canvas')
  const gl = canvas.getContext('webgl')
  if (gl === null) return ''
  const told: unknown = gl.getParameter(gl.RENDERER)
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return typeof told === 'string' ? told : ''
}

/** What a browser can say of itself: no cookie, no storage, nothing of other pages. */
export const readers: Readonly<Record<DeviceAttribute, () => string>> = {
  browser,
  platform: () => hints().userAgentData?.platform ?? navigator.platform,
  languages: () => navigator.languages.join(','),
  timeZone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
  screen: () => sides(screen),
  colourDepth: () => String(screen.colorDepth),
  pixelRatio: () => String(devicePixelRatio),
  processors: () => String(navigator.hardwareConcurrency),
  memory: () => String(hints().deviceMemory ?? ''),
  touch: () => String(navigator.maxTouchPoints),
  graphics,
}
