'use client';
import { useIntersection } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPCClient } from '@/app/trpc';
import { EmailFrame } from '@/components/email/email-frame';
import { emailOf } from './saved-template';
import classes from './templates.module.css';

/** The upper part of an e-mail, small. */
export function Thumbnail({ html }: { html: string | undefined }) {
  return (
    <div className={classes.thumbnail}>
      {html !== undefined && html !== '' && <EmailFrame html={html} title="" width={640} scheme="light" still />}
    </div>
  );
}

/** The same of a template, read when it comes into sight. */
export function TemplateThumbnail({ id, updatedAt }: { id: string; updatedAt: string }) {
  const client = useTRPCClient();
  const { ref, entry } = useIntersection({ rootMargin: '200px' });
  const [seen, setSeen] = useState(false);
  if (!seen && entry?.isIntersecting) setSeen(true);
  // The time is part of the key: a template that was changed is another picture.
  const { data } = useQuery({
    queryKey: ['template-thumbnail', id, updatedAt],
    queryFn: () => client.broadcasts.templates.get.query({ id }),
    enabled: seen,
    staleTime: Infinity,
  });
  return (
    <div ref={ref}>
      <Thumbnail html={data === undefined ? undefined : emailOf(data).html} />
    </div>
  );
}
