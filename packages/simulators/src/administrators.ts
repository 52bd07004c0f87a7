// The invented users of the demo who administer Brama: one for each role. They sign in by password, not by the simulators.

type DemoAdministrator = {
  username: string;
  fullName: string;
  fullNameEn: string;
  givenName: string;
  email: string;
  groups: string[];
  employeeId: string;
  roles: string[];
  /** One line for the table that `npm start` prints. */
  about: string;
};

export const administrators: DemoAdministrator[] = [
  {
    username: 'a.bondar',
    fullName: 'Бондар Андрій Вікторович',
    fullNameEn: 'Andrii Bondar',
    givenName: 'Андрій',
    email: 'a.bondar@campus.example',
    groups: ['employees'],
    employeeId: 'E-30001',
    roles: ['administrator'],
    about: 'administrator',
  },
  {
    username: 'o.kravets',
    fullName: 'Кравець Оксана Ігорівна',
    fullNameEn: 'Oksana Kravets',
    givenName: 'Оксана',
    email: 'o.kravets@campus.example',
    groups: ['employees', 'students'],
    employeeId: 'E-30002',
    roles: ['operator'],
    about: 'operator: helps users',
  },
  {
    username: 'l.savchuk',
    fullName: 'Савчук Любов Михайлівна',
    fullNameEn: 'Liubov Savchuk',
    givenName: 'Любов',
    email: 'l.savchuk@campus.example',
    groups: ['employees'],
    employeeId: 'E-30003',
    roles: ['application-owner'],
    about: 'owner of the application “Room booking”',
  },
  {
    username: 'v.moroz',
    fullName: 'Мороз Віталій Сергійович',
    fullNameEn: 'Vitalii Moroz',
    givenName: 'Віталій',
    email: 'v.moroz@campus.example',
    groups: ['employees'],
    employeeId: 'E-30004',
    roles: ['auditor'],
    about: 'auditor: reads only',
  },
];

/** Application → its owner. */
export const demoOwners: Record<string, string> = { rooms: 'l.savchuk' };
