// The class of a link inside text, also for buttons that look like one. Its styles are in `style/base.css`.
export const textLink = 'text-link';
