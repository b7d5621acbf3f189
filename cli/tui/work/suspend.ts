import type { Desk } from '../desk.ts'

/** Time for the word that the shell has let the program go on; it is there at once after `fg`. */
const wordMs = 100

/** Gives the terminal back and stops, as Ctrl+Z does elsewhere; after `fg` everything is drawn anew. */
export async function suspend(desk: Desk): Promise<void> {
  let stopped = false
  await desk.handOver(async () => {
    stopped = await desk.around.stop()
  })
  if (!stopped) desk.notice('这里不能挂起：没有可以回到的命令行', true)
}

/**
 * How this process is stopped: with all that the shell started as one job (a launcher waits for us), or alone while another program has the
 * terminal, which hears Ctrl+Z itself. Also told of what `kill -TSTP` asks for. On Windows there is no such thing.
 */
export function stopper(asked: () => void) {
  const hear = () => process.on('SIGTSTP', asked)
  const supported = process.platform !== 'win32'
  if (supported) hear()

  /** @returns false when nothing stopped: no shell waits for this job */
  function stop(whom: number): Promise<boolean> {
    if (!supported) return Promise.resolve(false)
    const word = new Promise<boolean>((resolve) => {
      process.once('SIGCONT', () => {
        // who has no terminal is not told of its new size
        process.kill(process.pid, 'SIGWINCH')
        resolve(true)
      })
      // signals are heard after timers: one that has come is not to be missed
      setTimeout(() => setImmediate(() => resolve(false)), wordMs)
    })
    process.off('SIGTSTP', asked)
    process.kill(whom, 'SIGTSTP')
    hear()
    return word
  }
  return {
    job: () => stop(0),
    alone: () => stop(process.pid),
    close: () => void process.off('SIGTSTP', asked),
  }
}
