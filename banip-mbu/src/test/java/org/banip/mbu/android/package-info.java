/**
 * What of the library and of the libraries it needs is reachable at run time, and whether Android has it (docs/building.md, "Android 26").
 *
 * <p>Flows in: class files of the class path. Flows out: references to members that Android lacks. One thread.
 */
@NullMarked
package org.banip.mbu.android;

import org.jspecify.annotations.NullMarked;
