# Builds each format of package without a network and without git; sourced by ./run. Each build has
# a home of its own, so that it finds nothing that was fetched before. Each unpacks its package to
# $work/deb, rpm or arch.

version=${tarball##*/memorize-} version=${version%.tar.xz}

# Runs a command as a user with an empty home, in a network namespace with no interface, and with a
# git that cannot be executed. Prints its output only if it fails.
apart() { # apart USER HOME COMMAND…
    local user=$1 home=$2
    mkdir -p "$home"
    chown -R "$user" "$home"
    shift 2
    unshare --net --mount bash -c '
        user=$1 home=$2
        shift 2
        git=$(command -v git) && mount --bind /dev/null "$git"
        exec setpriv --reuid "$user" --regid "$(id -g "$user")" --clear-groups \
            env HOME="$home" XDG_CACHE_HOME="$home/.cache" "$@"' apart "$user" "$home" "$@" \
        </dev/null >"$work/build.log" 2>&1 || fail "$(tail -n 40 "$work/build.log")"
}

build_deb() {
    apart root "$work/home-deb" share/make/deb "$tarball"
    deb=${tarball%/*}/memorize_$version-1_$(dpkg --print-architecture).deb
    changes=${deb%.deb}.changes
    dpkg-deb --extract "$deb" "$work/deb"
    echo "$deb"
}

# Debian lacks the packages that the spec needs under their names, and its brp-compress, which
# compresses manual pages, is a script for Bash that asks for another shell.
build_rpm() {
    local top=$work/rpm-build packages
    mkdir -p "$top/SOURCES"
    cp "$tarball" "$top/SOURCES"
    apart nobody "$top" rpmbuild -ba --nodeps --define "_topdir $top" \
        --define '__brp_compress /bin/bash /usr/lib/rpm/brp-compress' "$PWD/packaging/memorize.spec"
    packages=("$top"/RPMS/*/memorize-"$version"-1*.rpm "$top"/SRPMS/*.rpm)
    cp "${packages[@]}" "${tarball%/*}"
    rpmlint --config packaging/rpmlint.toml "${packages[@]}" packaging/memorize.spec >"$work/rpmlint.log" 2>&1 || true
    grep -q '; 0 errors, 0 warnings, 0 badness;' "$work/rpmlint.log" || fail "$(<"$work/rpmlint.log")"
    tail -n 1 "$work/rpmlint.log"
    mkdir "$work/rpm"
    (cd "$work/rpm" && rpm2cpio "${packages[0]}" | cpio --quiet -idm)
    echo "${packages[0]##*/}"
}

# Arch compresses packages so, and Debian's makepkg with gzip.
build_arch() {
    local top=$work/arch-build package
    mkdir "$top"
    cp "$tarball" packaging/PKGBUILD "$top"
    apart nobody "$top" bash -c 'cd && makepkg --printsrcinfo && PKGEXT=.pkg.tar.zst makepkg --nodeps'
    package=$(compgen -G "$top/memorize-$version-1-*.pkg.tar.*")
    # makepkg prints what it criticises, and builds all the same.
    ! grep '==> WARNING' "$work/build.log" | grep -v 'Skipping dependency checks' || fail 'makepkg warns.'
    cp "$package" "${tarball%/*}"
    mkdir "$work/arch"
    tar -C "$work/arch" -xf "$package"
    echo "${package##*/}"
}
