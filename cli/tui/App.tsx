import { Box, Text, useApp, useInput, useIsScreenReaderEnabled, usePaste } from 'ink'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import type { Desk } from './desk.ts'
import { actionsFor } from './keys.ts'
import { Footer, Header, Status } from './parts/Bars.tsx'
import { Linear } from './parts/Linear.tsx'
import { ListPane } from './parts/ListPane.tsx'
import { Panel } from './parts/Panel.tsx'
import { PreviewPane } from './parts/PreviewPane.tsx'
import { ViewBar } from './parts/ViewBar.tsx'
import { pressesOf } from './press.ts'
import { type DeskState, dialogIn, headLines, layoutOf, least, queueName } from './state/desk.ts'

const tickMs = 500

/** The time while a run goes on, so that its speed and rest follow it. */
function useNow(desk: Desk, running: boolean): number {
  const [now, setNow] = useState(desk.around.now)
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(desk.around.now()), tickMs)
    return () => clearInterval(timer)
  }, [desk, running])
  return running ? Math.max(now, desk.state.run?.startedAt ?? 0) : now
}

function Screen({ state, now }: { readonly state: DeskState; readonly now: number }): ReactNode {
  const { tooSmall, listWidth, previewWidth, body, panel } = layoutOf(state)
  if (tooSmall) {
    const { columns, rows } = state.size
    return <Text>{`终端太小（${columns}×${rows}），请放大到 ${least.columns}×${least.rows} 以上`}</Text>
  }
  return (
    <Box flexDirection="column" height={state.size.rows}>
      <Header state={state} />
      <ViewBar
        queue={queueName(state)}
        views={state.views}
        view={state.view}
        counts={state.counts}
        columns={state.size.columns}
      />
      {/* the panes keep within it by themselves: hiding what overflows costs Ink a second look at every character */}
      <Box height={body}>
        {body > 0 && listWidth > 0 && <ListPane state={state} width={listWidth} height={body} />}
        {body > 0 && previewWidth > 0 && <PreviewPane state={state} width={previewWidth} height={body} />}
      </Box>
      <Panel state={state} height={panel} top={headLines + body} now={now} />
      <Status state={state} />
      <Footer state={state} />
    </Box>
  )
}

const leaves = (state: DeskState, press: string) =>
  press === 'ctrl+c' || press === 'ctrl+z' || (dialogIn(state) === null && actionsFor(press, 'list').includes('quit'))

/** The screen: draws the desk's state and hands it every press. */
export function App({ desk }: { readonly desk: Desk }): ReactNode {
  const state = useSyncExternalStore(desk.subscribe, desk.snapshot)
  const running = state.run !== null && !state.run.over
  const now = useNow(desk, running)
  const linear = useIsScreenReaderEnabled()
  const { suspendTerminal } = useApp()
  desk.suspend = suspendTerminal
  // nothing shall happen to a row on a screen that shows none
  const unseen = () => !linear && layoutOf(desk.state).tooSmall
  useInput((input, key) => {
    for (const press of pressesOf(input, key)) if (!unseen() || leaves(desk.state, press)) desk.press(press)
  })
  usePaste((text) => {
    if (!unseen()) desk.paste(text)
  })
  return linear ? <Linear state={state} now={now} /> : <Screen state={state} now={now} />
}
