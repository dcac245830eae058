/**
 * Who may view, operate and export at a host, and what each of them may do.
 *
 * <p>Flows in: the viewers' file, passwords, tokens and cookies of requests. Flows out: a {@link org.banip.surrogate.people.Person} with roles and
 * grants. Any thread; passwords are compared on threads of their own.
 */
@NullMarked
package org.banip.surrogate.people;

import org.jspecify.annotations.NullMarked;
