package org.banip.mbu;

/** The same, with frames right behind the registration. */
class RetiredGroupDuplexTest extends RetiredGroupTest {
    @Override
    String uplink() {
        return "duplex";
    }
}
