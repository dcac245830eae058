/** A reader of another format, which uses only what the module exports. */
package org.banip.recordings.example;
