// What is said where the web application has not been built. It stands alone, because `main.ts` loads it for every command.

export class WebBuildMissing extends Error {
  override name = 'WebBuildMissing';

  constructor() {
    super(
      'The web application is not built yet. Run `npm run build` once, or start with `npm start`.',
    );
  }
}
