import type { Design, SideName } from '@signet/card/document'
import type { Drawn } from '@signet/card/draw'
import type { Values } from '@signet/card/template'
import { useEffect, useState } from 'react'
import type { DrawTask } from './drawing.worker.ts'

interface Wanted {
  readonly design: Design
  readonly side: SideName
  readonly values: Values
  /** Leaves out what is not printed. */
  readonly isPrint?: boolean
}

interface Drawing {
  readonly drawn: Drawn | null
  readonly isFailed: boolean
}

type Answer = { readonly id: number } & ({ readonly drawn: Drawn } | { readonly fault: string })

let worker: Worker | null = null
let lastId = 0

/** What draws is fetched with the first design that is opened, and never by other pages. */
const started = (): Worker => {
  worker ??= new Worker(new URL('./drawing.worker.ts', import.meta.url), { type: 'module' })
  return worker
}

const drawNow = ({ isPrint = false, ...wanted }: Wanted): Promise<Drawn> =>
  new Promise((resolve, reject) => {
    const thread = started()
    lastId += 1
    const task: DrawTask = {
      ...wanted,
      id: lastId,
      ...(isPrint ? {} : { unprinted: true }),
    }
    const listen = ({ data }: MessageEvent<Answer>): void => {
      if (data.id !== task.id) return
      thread.removeEventListener('message', listen)
      if ('drawn' in data) resolve(data.drawn)
      else reject(new Error(data.fault))
    }
    thread.addEventListener('message', listen)
    thread.addEventListener('error', reject, { once: true })
    thread.postMessage(task)
  })

/** The side as it is printed; the former one until the next is drawn. */
export const useDrawing = ({ design, side, values, isPrint = false }: Wanted): Drawing => {
  const [drawing, setDrawing] = useState<Drawing>({ drawn: null, isFailed: false })
  useEffect(() => {
    let isLate = false
    const fail = (): void => {
      if (!isLate) setDrawing((last) => ({ ...last, isFailed: true }))
    }
    if (typeof Worker === 'undefined') fail()
    else {
      drawNow({ design, side, values, isPrint }).then((drawn) => {
        if (!isLate) setDrawing({ drawn, isFailed: false })
      }, fail)
    }
    return () => {
      isLate = true
    }
  }, [design, side, values, isPrint])
  return drawing
}
