/** Takes what a host posts to a webhook: requests flow in, on threads of the server's own; what they are answered is decided by the measurement. */
@NullMarked
package org.banip.measure.webhook;

import org.jspecify.annotations.NullMarked;
