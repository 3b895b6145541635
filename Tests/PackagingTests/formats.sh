# Builds each format of package without a network and without git; sourced by ./run. Each build has
# a home of its own, so that it finds nothing that was fetched before. Each unpacks its package to
# $work/deb, rpm or arch.

version=${tarball##*/memorize-} version=${version%.tar.xz}
# As Debian and RPM have it, and Arch.
upstream=${version/-/\~} pkgver=${version/-/}

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
    deb=${tarball%/*}/memorize_$upstream-1_$(dpkg --print-architecture).deb
    changes=${deb%.deb}.changes
    dpkg-deb --extract "$deb" "$work/deb"
    echo "$deb"
}

# Builds a format as nobody, who may not read these sources, in a directory of its own.
build_as_nobody() { # build_as_nobody FORMAT
    local top=$work/$1-build
    mkdir "$top" "$work/$1"
    cp "$tarball" "share/make/$1" "$top"
    apart nobody "$top" "$top/$1" "$top/${tarball##*/}"
}

build_rpm() {
    local packages
    build_as_nobody rpm
    packages=("$work"/rpm-build/*{64,src}.rpm)
    cp "${packages[@]}" "${tarball%/*}"
    tar -C "$work" --strip-components=2 -xf "$tarball" --wildcards '*/packaging/memorize.spec'
    rpmlint --config packaging/rpmlint.toml "${packages[@]}" "$work/memorize.spec" >"$work/rpmlint.log" 2>&1 || true
    grep -q '; 0 errors, 0 warnings, 0 badness;' "$work/rpmlint.log" || fail "$(<"$work/rpmlint.log")"
    tail -n 1 "$work/rpmlint.log"
    (cd "$work/rpm" && rpm2cpio "${packages[0]}" | cpio --quiet -idm)
    echo "${packages[0]##*/}"
}

build_arch() {
    local package
    build_as_nobody arch
    package=$(compgen -G "$work/arch-build/memorize-$pkgver-1-*.pkg.tar.zst")
    # makepkg prints what it criticizes, and builds all the same.
    ! grep '==> WARNING' "$work/build.log" | grep -v 'Skipping dependency checks' || fail 'makepkg warns.'
    cp "$package" "${tarball%/*}"
    tar -C "$work/arch" -xf "$package"
    echo "${package##*/}"
}
