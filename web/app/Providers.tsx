import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import { type ReactNode, useState } from 'react'
import { notices } from '../../core/text.ts'
import { Failures } from './Failures.tsx'
import { zhCN } from './locale.ts'
import { theme } from './theme.ts'

/**
 * The client repeats what may be repeated; nothing is fetched behind the user's back while they read. Without a network it is asked all the
 * same, and fails: rows of before would stand there as if they were what was asked for.
 */
const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false, staleTime: 5_000 },
      mutations: { networkMode: 'always', retry: false },
    },
  })

/** A notice of a failed save must not lie on the button that saves, nor stay because the mouse is there. */
const aboveFormFoot = 80

/** Everything that screens find around them: words, looks, notices, the cache of replies. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(newQueryClient)
  return (
    <ConfigProvider
      locale={zhCN}
      theme={theme}
      button={{ autoInsertSpace: false }}
      renderEmpty={() => <span className="muted">{notices.empty}</span>}
    >
      <App message={{ maxCount: 3 }} notification={{ maxCount: 3, bottom: aboveFormFoot, pauseOnHover: false }}>
        <QueryClientProvider client={client}>
          <Failures />
          {children}
        </QueryClientProvider>
      </App>
    </ConfigProvider>
  )
}
