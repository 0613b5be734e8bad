import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A camera that shows a test picture, and may be used.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  // Certificates of the tests, also for the scripts that work without a page.
  '--ignore-certificate-errors',
]

const whole = process.env.SIGNET_CHROMIUM ?? '/usr/bin/chromium'

/** The shell has the same engine without the window around it: a quarter less CPU time. */
const programs = { whole, shell: process.env.SIGNET_CHROMIUM_SHELL ?? whole } as const

type Program = keyof typeof programs

const launch = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, headless: true, args: flags })

const shared = new Map<Program, Promise<Browser>>()

/**
 * One browser for all journeys of a worker, with which it ends; each has contexts of its own. `whole`
 * where a window belongs to it: the shell shows no notifications.
 */
export const sharedBrowser = (program: Program = 'shell'): Promise<Browser> => {
  const known = shared.get(program) ?? launch(programs[program])
  shared.set(program, known)
  return known
}

/** What is open in the browsers of this worker. */
export const openContexts = async (): Promise<BrowserContext[]> =>
  (await Promise.all(shared.values())).flatMap((browser) => browser.contexts())

export const openPages = async (): Promise<Page[]> =>
  (await openContexts()).flatMap((context) => context.pages())

/** How long a journey waits for what must come: a busy machine is no failure. */
const waitMillis = 60_000

export interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  /** What went wrong in the page; a journey ends with none. */
  readonly faults: string[]
}

const tabOf = async (context: BrowserContext, faults: string[]): Promise<Visitor> => {
  const page = await context.newPage()
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (?:4\d\d|503)/.test(message.text()))
      faults.push(message.text())
  })
  return { context, page, faults }
}

/** A certificate of a person, with its key, as a browser shows it to one service. */
export interface OwnCertificate {
  readonly origin: string
  /** PEM. */
  readonly certificate: string
  readonly key: string
}

interface VisitorOptions {
  readonly dark?: boolean
  readonly own?: OwnCertificate
  /** What it keeps already: of somebody who is signed in (`signedInState`). */
  readonly storageState?: Exclude<BrowserContextOptions['storageState'], string>
}

/** A browser of one person: fresh storage, English, faults collected. */
export const newVisitor = async (
  browser: Browser,
  options: VisitorOptions = {},
): Promise<Visitor> => {
  const { own, storageState } = options
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    colorScheme: options.dark === true ? 'dark' : 'light',
    // Where its own certificate is shown, Playwright stands between and judges the service's.
    ignoreHTTPSErrors: true,
    // Nothing slides or fades: journeys would wait for it.
    reducedMotion: 'reduce',
    ...(storageState === undefined ? {} : { storageState }),
    ...(own === undefined
      ? {}
      : {
          clientCertificates: [
            {
              origin: own.origin,
              cert: Buffer.from(own.certificate),
              key: Buffer.from(own.key),
            },
          ],
        }),
  })
  context.setDefaultTimeout(waitMillis)
  return tabOf(context, [])
}

/** Another tab of the same browser; its faults are found with the first one's. */
export const anotherTab = ({ context, faults }: Visitor): Promise<Visitor> => tabOf(context, faults)

export interface Authenticator {
  /** From now on whatever asks for a passkey gets it at once. */
  touch(): Promise<void>
  /** From now on nobody touches it: a page that asks for a passkey waits. */
  leaveAlone(): Promise<void>
  /** Whether it finds its holder from now on: by their finger, face or screen lock. */
  recognise(isHolder: boolean): Promise<void>
}

/** A platform authenticator that makes sure of its holder, by the browser's own protocol. */
export const addAuthenticator = async ({ context, page }: Visitor): Promise<Authenticator> => {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const touched = async (enabled: boolean): Promise<void> => {
    await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  }
  const recognise = async (isUserVerified: boolean): Promise<void> => {
    await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  }
  return { touch: () => touched(true), leaveAlone: () => touched(false), recognise }
}

/** Opens an address as a page of its own: another fragment alone would leave the page that is there. */
export const openAnew = async (page: Page, address: string): Promise<void> => {
  await page.goto('about:blank')
  await page.goto(address)
}
