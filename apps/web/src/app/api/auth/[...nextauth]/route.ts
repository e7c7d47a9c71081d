import type { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { authOptions } from '@/auth';

async function answer(request: NextRequest, context: { params: Promise<{ nextauth: string[] }> }): Promise<Response> {
  return NextAuth(request, context, await authOptions());
}

export { answer as GET, answer as POST };
