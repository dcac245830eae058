/**
 * Checks that Android has all platform members that the library and its dependencies can reach at run time (docs/building.md, "Android 26").
 *
 * <p>Flows in: class files of the class path. Flows out: references to members that Android lacks. One thread.
 */
@NullMarked
package org.banip.mbu.android;

import org.jspecify.annotations.NullMarked;
