/** The picture to copy; a press brings another one. */
export function CaptchaPicture(props: { image: string | undefined; failed: boolean; reload: () => void }) {
  const { image, failed, reload } = props
  const stands = failed ? '点击重试' : image ? null : '加载中'
  return (
    <button
      type="button"
      className="captcha"
      onClick={reload}
      // what is read there is part of what it is called
      aria-label={stands === null ? '换一张验证码' : `${stands}，换一张验证码`}
    >
      {stands !== null || !image ? (
        <span className="captcha-none" aria-hidden>
          {stands}
        </span>
      ) : (
        <img src={image} alt="验证码图片" />
      )}
      <span className="captcha-again">换一张</span>
    </button>
  )
}
