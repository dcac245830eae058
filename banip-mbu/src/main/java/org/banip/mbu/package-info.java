/** The library a mobile base unit's app embeds. */
@NullMarked
package org.banip.mbu;

import org.jspecify.annotations.NullMarked;
