import { shots, type ShotFiles, type ShotName } from './shots.ts';

type Props = { name: Exclude<ShotName, 'day'>; files: ShotFiles };

/** A picture of the product, fetched when it is about to be seen. */
export function Shot({ name, files }: Props) {
  const { width, height, alt } = shots[name];
  return (
    <div className={width < 500 ? 'shot phone' : 'shot'}>
      <img src={files[name]} width={width} height={height} alt={alt} loading="lazy" decoding="async" />
    </div>
  );
}

/** The first picture, seen at once: on a phone a smaller file. */
export function HeroShot({ files }: { files: ShotFiles }) {
  const { width, height, alt } = shots.day;
  return (
    <div className="shot hero-shot">
      <img
        src={files.day}
        srcSet={`${files['day-small']} 800w, ${files.day} 1600w`}
        sizes="(min-width: 76rem) 72rem, 94vw"
        width={width}
        height={height}
        alt={alt}
        fetchPriority="high"
      />
    </div>
  );
}
