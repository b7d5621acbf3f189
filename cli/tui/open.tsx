import { render } from 'ink'
import type { Context } from '../context.ts'
import { exit, usage } from '../errors.ts'
import { setAmbiguousWidth } from '../output/width.ts'
import { App } from './App.tsx'
import { listener } from './actions.ts'
import { openBackend } from './backend.ts'
import { Desk } from './desk.ts'
import { loadReadings } from './text/match.ts'
import { chooseSigns } from './text/status.ts'
import { loadColumns } from './work/columns.ts'
import { loadCounts } from './work/counts.ts'
import { leftBehind } from './work/editor.ts'
import { watchIdle } from './work/idle.ts'
import { more, nearEnd, openView } from './work/load.ts'
import { begin, patient, signInAgain } from './work/patient.ts'
import { previewReader } from './work/preview.ts'
import { greetWithPiles } from './work/queues.ts'
import { stopper, suspend } from './work/suspend.ts'
import { readViews, viewsFile } from './work/views.ts'

const sizeOf = ({ columns, rows }: NodeJS.WriteStream) => ({ columns: columns || 80, rows: rows || 24 })

/** Clears what the terminal shows; Ink then draws a whole frame. */
const wipe = '\u001b[H\u001b[J'

/** How the screen is drawn. */
export const screenOptions = {
  alternateScreen: true,
  incrementalRendering: true,
  patchConsole: false,
  maxFps: 60,
} as const

/** Who one is and what one may do. */
async function greet(desk: Desk): Promise<void> {
  const { backend } = desk.around
  if (!backend.signedIn()) await signInAgain(desk, '请登录')
  const who = await patient(desk, () => backend.auth.info())
  desk.set({ user: String(who.name ?? who.userAccount ?? '') })
  const { buttonList } = await patient(desk, () => backend.menu.list())
  desk.set({ can: new Set(buttonList) })
  await Promise.all([loadColumns(desk), loadCounts(desk), greetWithPiles(desk)])
}

async function firstView(desk: Desk): Promise<void> {
  const { turn } = desk.under
  // before the list is there: its keys may be pressed as soon as it shows
  desk.set({ views: await readViews(desk.around.viewsFile, desk.state.kind) })
  if (!desk.around.backend.signedIn()) await signInAgain(desk, '请登录')
  // whoever pressed for a view meanwhile has it already
  if (desk.under.turn === turn) await openView(desk, desk.state.view)
}

/** Connects keys, reading ahead, preview and the look at the server with a desk, and shows the first view. @returns how to end it */
export function start(desk: Desk): () => void {
  const showPreview = previewReader(desk)
  desk.onPress = listener(desk)
  desk.onMove = () => {
    if (nearEnd(desk)) begin(desk, () => more(desk))
    showPreview()
  }
  begin(desk, () => greet(desk))
  begin(desk, () => {
    // keys that want more rows wait for it from the first moment on
    desk.under.reading = firstView(desk)
    return desk.under.reading
  })
  // while the server works on the first page: later it would hold up a key
  begin(desk, loadReadings)
  return watchIdle(desk)
}

function every(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms)
  timer.unref()
  return () => clearInterval(timer)
}

/** Opens the terminal UI and runs until it is left; gives the exit code. */
export async function openUi(ctx: Context): Promise<number> {
  const { stdin, stdout } = process
  if (!ctx.io.stdinTty || !ctx.io.stdoutTty)
    throw usage(
      '终端界面需要在终端中运行',
      '用 xzx audit 查看待处理的内容，用 xzx article list --status 待审核 列出文章',
    )
  const { env } = ctx.world
  setAmbiguousWidth(env.XZX_AMBIGUOUS_WIDTH)
  chooseSigns(env)
  const backend = await openBackend(ctx)
  let code: number = exit.ok
  const desk: Desk = new Desk({
    backend,
    env,
    cwd: ctx.world.cwd,
    viewsFile: await viewsFile(ctx),
    now: ctx.world.now,
    every,
    size: sizeOf(stdout),
    stop: () => stopping.job(),
    signal: ctx.signal,
    leave(with_) {
      code = with_
      screen.unmount()
    },
  })
  const stopping = stopper(() => {
    // an editor hears Ctrl+Z itself, and so do we: the terminal is its own to give back
    if (desk.away) void stopping.alone()
    else begin(desk, () => suspend(desk))
  })
  // before the first frame: the terminal would write on it what is typed ahead
  stdin.setRawMode(true)
  const screen = render(<App desk={desk} />, {
    stdin,
    stdout,
    exitOnCtrlC: false,
    interactive: true,
    ...screenOptions,
  })
  const repaint = () => {
    screen.clear()
    stdout.write(wipe)
    screen.rerender(<App desk={desk} />)
  }
  desk.repaint = repaint
  // Ink draws first, over what the terminal has shifted; then everything is drawn once more on an empty screen
  const resized = () => {
    if (desk.away) return
    desk.set({ size: sizeOf(stdout) })
    repaint()
  }
  // what has the terminal is ended first, and gives it back
  const stopped = () => {
    if (!desk.away) desk.leave(exit.ok)
  }
  desk.onBack = () => (ctx.signal.aborted ? stopped() : resized())
  stdout.on('resize', resized)
  ctx.signal.addEventListener('abort', stopped, { once: true })
  // the terminal is gone: there is nothing to restore, and writing to it would be a fault
  const hungUp = () => process.exit(129)
  process.once('SIGHUP', hungUp)
  const end = start(desk)
  try {
    await screen.waitUntilExit()
  } finally {
    desk.closed = true
    end()
    stdout.off('resize', resized)
    ctx.signal.removeEventListener('abort', stopped)
    process.off('SIGHUP', hungUp)
    stopping.close()
    await backend.close()
    stdin.unref()
  }
  const left = await leftBehind(desk)
  if (left !== null) ctx.warn(left)
  return code
}
