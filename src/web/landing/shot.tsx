import { phoneShot, shots, type ShotFiles, type ShotName, type WideShotName } from './shots.ts';

type Props = { name: Exclude<ShotName, 'day'>; files: ShotFiles };

/** A picture of the product, fetched when it is about to be seen. */
export function Shot({ name, files }: Props) {
  const { width, height, alt } = shots[name];
  const image = (
    <img src={files[name]} width={width} height={height} alt={alt} loading="lazy" decoding="async" />
  );
  if (name === 'attendance') return <div className="shot phone">{image}</div>;
  return (
    <picture className="shot">
      <OnPhones name={name} files={files} />
      {image}
    </picture>
  );
}

/** The first picture, seen at once: the narrower the screen, the smaller its file. */
export function HeroShot({ files }: { files: ShotFiles }) {
  const { width, height, alt } = shots.day;
  return (
    <picture className="shot hero-shot">
      <OnPhones name="day" files={files} />
      <img
        src={files.day}
        srcSet={`${files['day-small']} 800w, ${files.day} 1600w`}
        sizes="(min-width: 76rem) 72rem, 94vw"
        width={width}
        height={height}
        alt={alt}
        fetchPriority="high"
      />
    </picture>
  );
}

function OnPhones({ name, files }: { name: WideShotName; files: ShotFiles }) {
  return <source media="(max-width: 39.99em)" srcSet={files[`${name}-phone`]} {...phoneShot} />;
}
