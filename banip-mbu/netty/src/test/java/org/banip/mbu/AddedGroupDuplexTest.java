package org.banip.mbu;

/** The same, with frames right behind the registration. */
class AddedGroupDuplexTest extends AddedGroupTest {
    @Override
    String uplink() {
        return "duplex";
    }
}
