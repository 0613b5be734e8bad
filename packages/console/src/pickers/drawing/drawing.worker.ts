import type { SideToDraw } from '@signet/card/draw'

/** In a thread of its own: the page itself may run no WebAssembly, and stays quick. */
export interface DrawTask extends Omit<SideToDraw, 'shaper'> {
  readonly id: number
}

// What shapes letters waits for its WebAssembly: a task that came before would find nobody.
addEventListener('message', ({ data }: MessageEvent<DrawTask>) => {
  const { id, ...wanted } = data
  import('./drawing.ts')
    .then(({ draw }) => draw(wanted))
    .then(
      (drawn) => postMessage({ id, drawn }),
      (error: unknown) => postMessage({ id, fault: String(error) }),
    )
})
