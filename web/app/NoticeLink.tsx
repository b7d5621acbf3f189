import { NotificationOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { here } from '../data/console.ts'
import { useUnread } from '../data/notices.ts'

const address = `${here.at}/home/notice`

/** Leads to what was sent to me, with how much of it is unread. */
export function NoticeLink() {
  const unread = useUnread().data?.unread ?? 0
  return (
    <Link to={address} className="top-button" aria-label={unread > 0 ? `通知 ${unread} 条未读` : '通知'}>
      <NotificationOutlined aria-hidden /> <span className="wide-only">通知</span>
      {unread > 0 && <b className="count">{unread > 999 ? '999+' : unread}</b>}
    </Link>
  )
}

/** Screens as high as the window are so much less high. */
function takesRoom(banner: HTMLElement | null) {
  if (!banner) return undefined
  const { style } = document.documentElement
  const watch = new ResizeObserver(() => {
    const { marginBottom } = getComputedStyle(banner)
    style.setProperty('--above', `${banner.offsetHeight + Number.parseFloat(marginBottom)}px`)
  })
  watch.observe(banner)
  return () => {
    watch.disconnect()
    style.removeProperty('--above')
  }
}

/** What is important stands above every screen until it is confirmed. */
export function NoticeBanner() {
  const { data } = useUnread()
  const [first] = data?.important ?? []
  if (!data || !first) return null
  return (
    <p className="notice-banner no-print" role="status" ref={takesRoom}>
      <b>重要通知</b>
      <Link to={`${address}/${first.id}`}>{first.title}</Link>
      <span>请打开并确认知悉{(data.unconfirmed ?? 0) > 1 && `，共 ${data.unconfirmed} 条`}</span>
    </p>
  )
}
