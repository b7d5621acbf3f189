/** The picture to copy; a press brings another one. */
export function CaptchaPicture(props: { image: string | undefined; failed: boolean; reload: () => void }) {
  const { image, failed, reload } = props
  const picture = failed ? undefined : image
  const instead = failed ? '点击重试' : '加载中'
  return (
    <button
      type="button"
      className="captcha"
      onClick={reload}
      // what is read there is part of what it is called
      aria-label={picture ? '换一张验证码' : `${instead}，换一张验证码`}
    >
      {picture ? (
        <img src={picture} alt="验证码图片" />
      ) : (
        <span className="captcha-none" aria-hidden>
          {instead}
        </span>
      )}
      <span className="captcha-again">换一张</span>
    </button>
  )
}
