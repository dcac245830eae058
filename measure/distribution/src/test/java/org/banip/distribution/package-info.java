/** The distribution archive, unpacked and run as an operator does. */
@NullMarked
package org.banip.distribution;

import org.jspecify.annotations.NullMarked;
