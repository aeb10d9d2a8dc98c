// The package in a page that Next made. The module is imported on the server too, which is to do nothing.
'use client';

import * as headwise from 'headwise';
import * as reference from 'headwise/reference';
import { useEffect, useState } from 'react';
import { tryAll } from '../../tries.js';

export default function Page() {
  const [tried, setTried] = useState(null);
  useEffect(() => {
    tryAll(headwise, reference).then((result) => {
      setTried(result);
      globalThis.tried = result;
    });
  }, []);
  return <pre>{tried && JSON.stringify(tried)}</pre>;
}
