/**
 * A certificate authority for development and for closed networks, and the certificates that it issues.
 *
 * <p>Flows in: a folder and the names of a server. Flows out: files in PEM form. Java's keytool, a process of its own, makes keys and certificates
 * (docs/decisions/0013). One thread.
 */
@NullMarked
package org.banip.app.certificate;

import org.jspecify.annotations.NullMarked;
