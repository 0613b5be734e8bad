import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { allowedTargetOf } from '../../src/platform/config/outbound-allow.ts'
import { type Device, ippDevice } from '../../src/platform/ipp/ipp.ts'
import { createOutbound } from '../../src/platform/outbound/outbound.ts'
import type { Outbound } from '../../src/platform/outbound.ts'

/** The IPP Everywhere printer of CUPS: an implementation of others. */
export const isPrinterInstalled = ['ippeveprinter', 'avahi-daemon', 'dbus-daemon'].every(
  (command) => spawnSync(command, ['--version']).error === undefined,
)

export const whyNoPrinter = 'ippeveprinter, avahi-daemon or dbus-daemon is missing'

const busConfig = (socket: string): string => `<!DOCTYPE busconfig PUBLIC
 "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>system</type><listen>unix:path=${socket}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_type="method_call"/>
<allow send_type="signal"/><allow send_requested_reply="true" send_type="method_return"/>
<allow send_requested_reply="true" send_type="error"/><allow receive_type="method_call"/>
<allow receive_type="method_return"/><allow receive_type="error"/>
<allow receive_type="signal"/></policy></busconfig>`

const avahiConfig = `[server]
host-name=cards
use-ipv4=yes
use-ipv6=no
allow-interfaces=lo
[publish]
publish-workstation=no
`

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGKILL')
      })

/** A shelf of printers: they want a name service, which runs on a bus of its own on loopback. */
export interface PrinterShelf {
  /** A printer that takes `seconds` for a card; `command` is run for each (see ippeveprinter(1)). */
  printer(options?: { readonly seconds?: number; readonly script?: string }): Promise<TestPrinter>
  close(): Promise<void>
}

export interface TestPrinter {
  readonly port: number
  readonly uri: string
  readonly folder: string
  readonly device: Device
  readonly outbound: Outbound
  /** What has come out: `1-<job name>.pdf`. */
  spooled(): Promise<readonly string[]>
  stop(): Promise<void>
  /** The same printer again, which remembers nothing. */
  start(): Promise<void>
}

const answers = async (device: Device): Promise<boolean> => {
  try {
    await device.facts()
    return true
  } catch {
    return false
  }
}

const outboundTo = (port: number): Outbound => {
  const target = allowedTargetOf(`printer=127.0.0.1:${port}`)
  if (typeof target === 'string') throw new Error(target)
  return createOutbound({ outboundAllow: [target] })
}

interface Place {
  readonly folder: string
  readonly environment: NodeJS.ProcessEnv
  readonly keep: (child: ChildProcess) => ChildProcess
}

const startIn = async (
  { folder, environment, keep }: Place,
  { seconds = 0, script = `sleep ${seconds}` }: { seconds?: number; script?: string },
): Promise<TestPrinter> => {
  const port = await freePort()
  const own = join(folder, String(port))
  const [spool, command] = [join(own, 'spool'), join(own, 'print.sh')]
  await mkdir(spool, { recursive: true })
  await writeFile(command, `#!/bin/sh\n${script}\n`)
  await chmod(command, 0o755)
  const uri = `ipp://127.0.0.1:${port}/ipp/print`
  const outbound = outboundTo(port)
  const device = ippDevice(outbound, uri)
  const formats = 'application/pdf,image/png'
  const options = ['-r', 'off', '-p', String(port), '-d', spool, '-k', '-f', formats]
  const named = [...options, '-c', command, `Cards ${port}`]
  let child: ChildProcess | null = null
  const start = async (): Promise<void> => {
    child = keep(spawn('ippeveprinter', named, { env: environment, stdio: 'ignore' }))
    const until = performance.now() + 100_000
    while (!(await answers(device))) {
      if (performance.now() > until) throw new Error('the printer did not start')
      await sleep(50)
    }
  }
  await start()
  return {
    port,
    uri,
    folder: own,
    device,
    outbound,
    start,
    spooled: async () => (await readdir(spool)).filter((name) => /\.(?:pdf|png)$/.test(name)),
    stop: async () => {
      if (child !== null) await ended(child)
    },
  }
}

/** There can be one on a machine: whoever comes second waits for its end. */
const startNames = async (spawned: () => ChildProcess): Promise<void> => {
  const until = performance.now() + 100_000
  for (;;) {
    const daemon = spawned()
    await sleep(1000)
    if (daemon.exitCode === null) return
    if (performance.now() > until) throw new Error('avahi-daemon did not start')
  }
}

export const openShelf = async (): Promise<PrinterShelf> => {
  const folder = await mkdtemp(join(tmpdir(), 'signet-printers-'))
  const socket = join(folder, 'bus')
  await writeFile(join(folder, 'bus.conf'), busConfig(socket))
  await writeFile(join(folder, 'avahi.conf'), avahiConfig)
  const environment = { ...process.env, DBUS_SYSTEM_BUS_ADDRESS: `unix:path=${socket}` }
  const children: ChildProcess[] = []
  const keep = (child: ChildProcess): ChildProcess => {
    children.push(child)
    return child
  }
  const bus = ['--config-file', join(folder, 'bus.conf'), '--nofork', '--nopidfile']
  keep(spawn('dbus-daemon', bus, { stdio: 'ignore' }))
  await sleep(400)
  const names = ['-f', join(folder, 'avahi.conf'), '--no-drop-root', '--no-chroot', '--no-rlimits']
  await startNames(() => keep(spawn('avahi-daemon', names, { env: environment, stdio: 'ignore' })))
  const printers: TestPrinter[] = []
  return {
    printer: async (options = {}) => {
      const made = await startIn({ folder, environment, keep }, options)
      printers.push(made)
      return made
    },
    close: async () => {
      await Promise.all(printers.map(({ outbound }) => outbound.close()))
      await Promise.all(children.toReversed().map(ended))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
