/** Extensions as an operator would add them: on the class path of a stand-alone host, in a WAR. */
package org.banip.surrogate.extension;
