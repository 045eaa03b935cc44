/** The house's rules, with the packages of the deep tests, which the root's check has no need of. */
import tseslint from 'typescript-eslint';
import house from '../eslint.config.js';

export default tseslint.config(
  house.map(({ ignores, ...part }) =>
    ignores === undefined ? part : { ...part, ignores: ignores.filter((pattern) => pattern !== 'deep') },
  ),
  { languageOptions: { parserOptions: { tsconfigRootDir: import.meta.dirname } } },
);
