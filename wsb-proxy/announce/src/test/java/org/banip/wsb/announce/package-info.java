/** Tests of announcements. */
@NullMarked
package org.banip.wsb.announce;

import org.jspecify.annotations.NullMarked;
