/**
 * Who a user with a password is: bcrypt hashes, and what keeps guesses and floods of log-ins in bounds.
 *
 * <p>Flows in: name and password of a request. Flows out: whether they are right. Comparisons run on threads of their own.
 */
@NullMarked
package org.banip.server.password;

import org.jspecify.annotations.NullMarked;
