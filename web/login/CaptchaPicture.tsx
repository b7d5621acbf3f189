/** The picture to copy; a press brings another one. */
export function CaptchaPicture(props: { image: string | undefined; failed: boolean; reload: () => void }) {
  const { image, failed, reload } = props
  return (
    <button type="button" className="captcha" onClick={reload} aria-label="换一张验证码">
      {failed || !image ? (
        <span className="captcha-none" aria-hidden>
          {failed ? '点击重试' : '加载中'}
        </span>
      ) : (
        <img src={image} alt="验证码图片" />
      )}
      <span className="captcha-again">换一张</span>
    </button>
  )
}
