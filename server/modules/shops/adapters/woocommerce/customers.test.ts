import { describe, expect, it } from 'vitest';
import { splitRows } from '@/server/modules/shops/adapters/parsed-rows';
import { customerOf, isCustomer } from '@/server/modules/shops/adapters/woocommerce/customers';
import customer from '@/server/modules/shops/adapters/woocommerce/fixtures/customer.json';

describe('a customer', () => {
  it('becomes ours, field by field', () => {
    const { parsed: taken, refused } = splitRows({ resource: 'customers', rows: [customerOf(customer)], refused: [] });
    expect(refused).toEqual([]);
    expect(taken.rows).toEqual([
      {
        externalRef: '25',
        email: 'sari.wijaya@example.com',
        phone: '+62 812-3456-7890',
        firstName: 'Sari',
        lastName: 'Wijaya',
        attributes: { shop: { city: 'Bandung', country: 'ID' } },
        updatedAt: new Date('2026-03-21T19:09:30Z'),
      },
    ]);
  });

  it('is of its making until it is changed, and has no place where the shop has none', () => {
    const billing = { ...customer.billing, city: '', country: '' };
    const { row } = customerOf({ ...customer, date_modified_gmt: null, billing });
    expect(row).toMatchObject({ updatedAt: '2026-03-21T19:09:28Z' });
    expect(row).not.toHaveProperty('attributes');
  });

  it('is who registered as one, or has bought', () => {
    expect(isCustomer({ ...customer, is_paying_customer: false })).toBe(true);
    expect(isCustomer({ ...customer, role: 'wholesale' })).toBe(true);
    expect(isCustomer({ ...customer, role: 'administrator', is_paying_customer: false })).toBe(false);
    expect(isCustomer({ ...customer, role: 'subscriber', is_paying_customer: false })).toBe(false);
  });
});
